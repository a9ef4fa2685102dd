/** Returns the pixels of a scroller that are covered by the bars: see useBars. */
export const paddingOf = ({ style }: HTMLElement): { top: number; bottom: number } => ({
  top: Number.parseFloat(style.paddingTop) || 0,
  bottom: Number.parseFloat(style.paddingBottom) || 0,
})
