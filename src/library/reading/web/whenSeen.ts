/** Tells once an element comes into view. Returns how to stop waiting. */
export const whenSeen = (element: Element, tell: () => void): (() => void) => {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    tell()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
