import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from "@mui/material";
import { useRef } from "react";
import { utils, writeFile } from "xlsx";

// #region table
export function Plans() {
  const table = useRef(null);

  function save() {
    // highlight-next-line
    writeFile(utils.table_to_book(table.current), "plans.xlsx");
  }

  return (
    <>
      <button onClick={save}>Save table</button>
      <TableContainer>
        <Table ref={table}>
          <TableHead>
            <TableRow><TableCell>Plan</TableCell><TableCell>Price</TableCell></TableRow>
          </TableHead>
          <TableBody>
            <TableRow><TableCell>Free</TableCell><TableCell>0</TableCell></TableRow>
            {/* the text is for people, the value for the worksheet */}
            <TableRow><TableCell>Team</TableCell><TableCell data-t="n" data-v="12">12 a month</TableCell></TableRow>
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
// #endregion
