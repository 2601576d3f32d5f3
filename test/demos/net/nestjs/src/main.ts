import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { SheetsController } from "./sheets.controller.js";

@Module({ controllers: [SheetsController] })
class AppModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ["error", "warn"] });
  await app.listen(process.env.PORT ?? 3000);
  console.log(await app.getUrl());
}

main();
