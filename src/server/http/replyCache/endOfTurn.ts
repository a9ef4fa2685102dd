let turn: Promise<void> | undefined

/**
 * Calls that came in one turn of the loop go on together at its end: so they share one look at whether the database has
 * changed, which alone takes a third as long as a cached reply, and it is a look after all of them have come.
 */
export const endOfTurn = (): Promise<void> => {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
