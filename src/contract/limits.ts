/** Bytes in one megabyte, wherever a limit says MB. */
export const MB = 1_048_576

/**
 * The limits of the platform; those of a feature are in its contract or `x.limits.ts`. Sizes are bytes of the file itself, texts are
 * Unicode code points: 🔑 is one.
 */
export const limits = {
  /** How long a call may take; uploads and downloads are exempt. */
  requestTimeoutMs: 10_000,
  socketConnectMs: 20_000,
  /** The delay before the browser reconnects is random between the two. */
  socketReconnectMinMs: 1_000,
  socketReconnectMaxMs: 5_000,
  jsonBodyBytes: MB,
  pictureBytes: 5 * MB,
  listDefault: 50,
  listMax: 1_000,
  personName: 120,
  systemName: 120,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  /** Concurrent downloads of one person. A browser opens six, or as many as a page requests behind a proxy. */
  downloadsPerPerson: 12,
  /** The same for everyone behind one address, which may be a whole hall. */
  downloadsPerAddress: 300,
  search: 200,
  /** Pages of one document whose text is read, and searched. */
  pagesRead: 5_000,
  /** One amount of money: a crore. */
  rupees: 10_000_000,
  /** Why money or a date is changed. */
  reason: 300,
  /** An imported table. */
  sheetBytes: 5 * MB,
  /** All parts of a workbook together, by its own declaration; a few hundred kilobytes can unpack to a hundred times that. */
  sheetUnpackedBytes: 64 * MB,
  sheetColumns: 60,
  /** Rows of a CSV file, including blank ones. */
  sheetRows: 100_000,
  /** Group rooms that one socket joins automatically, the most active first. */
  roomsOfSocket: 1_000,
} as const
