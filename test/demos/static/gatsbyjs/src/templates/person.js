import * as React from "react";

export default function Person({ pageContext }) {
  return <h1>{pageContext.Name}</h1>;
}
