/** The numbers of a chart as they are shown in its table. */
export interface TableData {
  columns: string[];
  /** What the figures of each column are in, where its heading does not say it. */
  units?: string[];
  rows: { label: string; cells: string[] }[];
}
