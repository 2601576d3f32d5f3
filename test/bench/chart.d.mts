export declare function drawChart(readme: string, mode: string): string;
export declare function readCharts(): Readonly<Record<string, string>>;
