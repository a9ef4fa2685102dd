/** Pixels of a scroller that lie under the bars: see useBars. */
export const paddingOf = ({ style }: HTMLElement): { top: number; bottom: number } => ({
  top: Number.parseFloat(style.paddingTop) || 0,
  bottom: Number.parseFloat(style.paddingBottom) || 0,
})
