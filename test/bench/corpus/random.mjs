/** Numbers from 0 to 1 that look random (mulberry32), the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Choices made with such numbers. */
export function dice(seed) {
  const random = randomNumbers(seed);
  const between = (from, to) => from + Math.floor(random() * (to - from + 1));
  const pick = (list) => list[between(0, list.length - 1)];
  const some = (count, make) => Array.from({ length: count }, (_, at) => make(at));
  return { between, pick, some };
}
