/** The result of an operator with one operand; undefined if it is not one of plain values. */
export function unary(operator: string, value: unknown): unknown {
  if (operator === "!") return !value;
  if (typeof value !== "number") return undefined;
  return operator === "-" ? -value : operator === "+" ? value : undefined;
}

/** The result of an operator with two operands; undefined if it is not one of plain values. */
export function binary(operator: string, a: unknown, b: unknown): unknown {
  if (operator === "===" || operator === "==") return a === b;
  if (operator === "!==" || operator === "!=") return a !== b;
  const isPlain = [a, b].every((value) => typeof value === "string" || typeof value === "number");
  if (operator === "+" && isPlain) return (a as string) + (b as string);
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  const results: Readonly<Record<string, number | boolean>> = {
    "-": a - b,
    "*": a * b,
    "/": a / b,
    "<": a < b,
    ">": a > b,
    "<=": a <= b,
    ">=": a >= b,
  };
  return results[operator];
}
