import { createRoot } from "react-dom/client";
import Drop from "./Drop.jsx";
import Rows from "./Rows.jsx";
import Sheet from "./Sheet.jsx";

createRoot(document.getElementById("app")).render(
  <>
    <Rows />
    <Sheet url="/pres.xlsx" />
    <Drop />
  </>,
);
