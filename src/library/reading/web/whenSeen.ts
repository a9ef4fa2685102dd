/** Calls back once an element scrolls into view. Returns a function that stops waiting. */
export const whenSeen = (element: Element, tell: () => void): (() => void) => {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    tell()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
