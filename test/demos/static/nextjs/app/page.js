import Link from "next/link";
import { readRows } from "../lib/sheet.js";

// runs while the site is built
export default async function Page() {
  const rows = await readRows();
  return (
    <ul>
      {rows.map(({ Name, Index }) => (
        <li key={Index}><Link href={`/person/${Index}`}>{Name}</Link></li>
      ))}
    </ul>
  );
}
