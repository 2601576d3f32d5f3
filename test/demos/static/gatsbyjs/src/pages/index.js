import { graphql } from "gatsby";
import * as React from "react";

// the type is named after file and worksheet: data/pres.xlsx, Sheet1
export const query = graphql`
  {
    allPresXlsxSheet1 {
      nodes {
        Name
        Index
      }
    }
  }
`;

export default function Page({ data }) {
  return (
    <ul>
      {data.allPresXlsxSheet1.nodes.map(({ Name, Index }) => (
        <li key={Index}>{Name}</li>
      ))}
    </ul>
  );
}
