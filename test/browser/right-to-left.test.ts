import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openContext } from "../helpers/browser.ts";
import { browserSite } from "../helpers/browser-site.ts";

const TEXT = "يقرأ هذا البرنامج جداول البيانات ويكتبها، ويعمل في المتصفح وعلى الخادم. ";
const FILES = {
  "site.config.ts": `export default { title: "T", url: "https://example.com", i18n: { defaultLocale: "ar", locales: ["ar"] } };`,
  "content/docs/index.md": [
    "# البداية\n",
    `| الاسم | الوصف |\n|---|---|\n| قصير | ${TEXT} |\n`,
    `| ${"عمود | ".repeat(8)}\n|${"---|".repeat(8)}\n| ${"قيمة طويلة | ".repeat(8)}\n`,
    `مصطلح\n: ${TEXT}\n`,
    `:::note\n\n${TEXT}\n\n:::\n`,
    "```jsx live\n<b>living</b>\n```\n",
  ].join("\n"),
};

const site = browserSite(FILES);

/** Distances between the edges of an element's content and of its own box: at the start, and at the end of lines. */
const insets = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { paddingInlineStart, paddingInlineEnd, paddingLeft, paddingRight, marginRight } =
        getComputedStyle(element);
      expectSame(paddingInlineStart, paddingRight);
      expectSame(paddingInlineEnd, paddingLeft);
      return { start: Number.parseFloat(paddingInlineStart), end: Number.parseFloat(paddingInlineEnd), marginRight };
      function expectSame(a: string, b: string): void {
        if (a !== b) throw new Error(`${a} is not ${b}: the element is not from right to left`);
      }
    });

test.each([1280, 390])("what is inset at the left elsewhere is inset at the right, at %i px", async (width) => {
  const context = await openContext(site.browser, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.address}/docs/`);
  // Cells begin where the text around them does.
  for (const cell of [".table th", ".table td", ".many td"]) expect((await insets(page, cell)).start, cell).toBe(0);
  expect(Number.parseFloat((await insets(page, ".markdown dd")).marginRight)).toBeGreaterThan(20);
  const bar = await insets(page, ".live-bar");
  expect(bar.start).toBeGreaterThan(bar.end);
  const corners = await page.locator(".admonition").evaluate((box) => {
    const style = getComputedStyle(box);
    return [style.borderTopRightRadius, style.borderTopLeftRadius];
  });
  expect(corners[0]).toBe(corners[1]);
  await context.close();
});
