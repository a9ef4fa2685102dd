/** Number of seats in a row of the map: two blocks, with an aisle between them. */
export const seatsInBlock = 5
export const seatsInRow = 2 * seatsInBlock

/** Returns the letters of a row, counted from 0: A to Z, then AA. */
const lettersOf = (row: number): string => (row < 26 ? '' : lettersOf(Math.floor(row / 26) - 1)) + String.fromCharCode(65 + (row % 26))

/** Returns the letter of the row that a seat is in, where the map shows it. */
export const seatRow = (seatNumber: number): string => lettersOf(Math.floor((seatNumber - 1) / seatsInRow))
