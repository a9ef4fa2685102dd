/** Calls `tell` whenever someone comes back to this page from another tab or program, until the returned function is called. */
export const onReturn = (tell: () => void): (() => void) => {
  const look = () => {
    if (document.visibilityState === 'visible') tell()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
