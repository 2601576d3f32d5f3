import { createRoot } from "react-dom/client";
import { Grid } from "./grid.jsx";
import { Plans } from "./table.jsx";

createRoot(document.getElementById("app")).render(<><Grid /><Plans /></>);
