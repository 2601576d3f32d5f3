import { mount } from "kaioken";
import Rows from "./Rows.jsx";
import Sheet from "./Sheet.jsx";

function App() {
  return (
    <div>
      <Rows />
      <Sheet url="/pres.xlsx" />
    </div>
  );
}

mount(App, document.getElementById("app"));
