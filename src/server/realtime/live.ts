/** The real-time channel as services see it. Tell others after the commit, never inside a transaction. */
export type Live = {
  /** Closes the sockets of these sessions at once, with the reason that the client shows. */
  endSessions(sessionIds: readonly string[]): void
}
