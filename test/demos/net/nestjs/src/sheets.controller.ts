import {
  BadRequestException,
  Controller,
  Get,
  Header,
  Post,
  StreamableFile,
  UnprocessableEntityException,
  UploadedFile,
  UseInterceptors,
} from "@nestjs/common";
import { FileInterceptor } from "@nestjs/platform-express";
import * as XLSX from "xlsx";

@Controller()
export class SheetsController {
  // #region upload
  @Post("upload")
  @UseInterceptors(FileInterceptor("upload", { limits: { fileSize: 10 * 1024 * 1024 } }))
  upload(@UploadedFile() file?: Express.Multer.File): unknown[] {
    if (!file) throw new BadRequestException("no file in the field upload");
    try {
      // highlight-next-line
      const wb = XLSX.read(file.buffer);
      return XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
    } catch (error) {
      throw new UnprocessableEntityException(error instanceof Error ? error.message : String(error));
    }
  }
  // #endregion

  // #region download
  @Get("download")
  @Header("Content-Disposition", 'attachment; filename="plans.xlsx"')
  @Header("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
  download(): StreamableFile {
    const ws = XLSX.utils.json_to_sheet([
      { Plan: "Free", Price: 0 },
      { Plan: "Team", Price: 12 },
    ]);
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Plans");
    // highlight-next-line
    return new StreamableFile(XLSX.write(wb, { type: "buffer", bookType: "xlsx" }));
  }
  // #endregion
}
