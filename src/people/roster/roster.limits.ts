/** Limits of an imported table of students. */
export const rosterLimits = {
  /** Students imported in one call. */
  studentsAtOnce: 1_000,
  /** Students in one file; more than `studentsAtOnce` are imported in parts. */
  studentsInFile: 10_000,
  /** Cells of one file that are corrected on the screen. */
  fixedCells: 2_000,
  /** Characters of one of them. */
  fixedCell: 300,
} as const
