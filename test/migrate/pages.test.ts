import { expect, test } from "vitest";
import { migrated } from "../helpers/migrated.ts";

const CONFIG = "module.exports = { title: 'T', url: 'https://t.example', presets: [['classic', { blog: false }]] };\n";

test("tabs are in the order of values, as Docusaurus shows them", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

export const systems = [{ value: 'mac', label: 'macOS' }, { value: 'win', label: 'Windows' }, { value: 'lin', label: 'Linux' }];

# A

<Tabs groupId="os" values={systems}>
<TabItem value="lin">

Text *of* Linux.

<Tabs values={[{ value: 'two', label: 'Two' }, { value: 'one', label: 'One' }]}>
  <TabItem value="one">First.</TabItem>
  <TabItem value="two">Second.</TabItem>
</Tabs>

</TabItem>
<TabItem value="win">Text of Windows.</TabItem>
<TabItem value="mac">

\`\`\`bash
brew
\`\`\`

</TabItem>
</Tabs>

- In a list:

  <Tabs defaultValue="b" values={[{ label: 'C', value: 'c' }, { label: 'B', value: 'b' }]}>
    <TabItem value="b">b</TabItem>
    <TabItem value="c">c</TabItem>
  </Tabs>

<Tabs values={[{ value: 'y', label: 'Y' }, { value: 'x', label: 'X' }]}>
<TabItem value="x">

## Usage

</TabItem>
<TabItem value="y">

## Usage

</TabItem>
</Tabs>
`,
    "src/pages/index.jsx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
export default () => (
  <Tabs values={[{ value: 'z', label: 'Z' }, { value: 'y', label: 'Y' }]}>
    <TabItem value="x" label="X">x</TabItem><TabItem value="y">y</TabItem><TabItem value="z">z</TabItem>
  </Tabs>
);
`,
  });
  expect(site.todo).toEqual([]);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken/)]);
  const labelsIn = (html: string) =>
    [...html.matchAll(/<label><input type="radio"([^>]*)>\s*<span>(.*?)<\/span>/g)].map(([, input = "", label]) =>
      input.includes("checked") ? `[${label}]` : label,
    );
  const html = site.file("build/docs/a/index.html");
  expect(labelsIn(site.file("build/index.html"))).toEqual(["[Z]", "Y", "X"]);
  expect(labelsIn(html)).toEqual(["[macOS]", "Windows", "Linux", "[Two]", "One", "C", "[B]", "[Y]", "X"]);
  expect(html).toMatch(/<h2 id="usage-1">.*<h2 id="usage">/s);
  expect(html).toMatch(/brew.*Text of Windows.*Text <em>of<\/em> Linux.*Second\..*First\./s);
});
