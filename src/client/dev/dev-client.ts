import { DEV_ARTICLE_EVENT, DEV_CHANGED_EVENT, NAVIGATED_EVENT } from "../../shared/constants.ts";
import type { FromServer } from "./dev-messages.ts";
import { createDevNotices } from "./dev-notices.ts";
import { refreshFiles } from "./files.ts";
import { connectToServer } from "./socket.ts";
import { createPageUpdater } from "./update-page.ts";

const shown = createPageUpdater();
// Before the client starts and changes the page.
shown.record();
document.addEventListener(DEV_ARTICLE_EVENT, shown.record);
const notice = createDevNotices((position) => server.open(position));

const onMessage = (message: FromServer) => {
  if (message.type === "page") shown.show(message.html);
  else if (message.type === "problems") notice(message);
  else if (message.type === "files") refreshFiles(message.paths);
  else if (message.type === "reload") location.reload();
  else document.dispatchEvent(new Event(DEV_CHANGED_EVENT));
};
const server = connectToServer(() => ({ path: location.pathname, version: shown.version() }), onMessage);
document.addEventListener(NAVIGATED_EVENT, server.sendState);
