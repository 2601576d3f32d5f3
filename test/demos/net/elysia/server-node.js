import { node } from "@elysiajs/node";
import { Elysia } from "elysia";
import { routes } from "./app.js";

new Elysia({ adapter: node() }).use(routes).listen(process.env.PORT ?? 3000, ({ port }) => {
  console.log(`http://localhost:${port}`);
});
