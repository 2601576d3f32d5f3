import { root } from "@lynx-js/react";
import { App } from "./App";
root.render(<App />);
