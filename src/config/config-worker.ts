import { serveTasks } from "../shared/user-code/serve-tasks.ts";
import { readConfigValue } from "./config-value.ts";

serveTasks(readConfigValue);
