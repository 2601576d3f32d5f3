import { Link } from "docgen/theme";

export const title = "My project";
export const description = "What it is for, in one sentence.";

const PLACES = [
  { to: "/docs/", label: "Start", text: "What is where in this site." },
  { to: "/docs/guide/", label: "Guide", text: "What pages may hold." },
  { to: "/blog/", label: "Blog", text: "What is new." },
];

/** The home page. Any page may be written in React; its HTML is made when the site is built. */
export default function Home() {
  return (
    <div className="doc">
      <div className="markdown">
        <h1>{title}</h1>
        <p>{description}</p>
        <ul>
          {PLACES.map(({ to, label, text }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>: {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
