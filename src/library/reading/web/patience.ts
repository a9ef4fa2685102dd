/** A document is given up this long after its last sign of life. */
const silenceMs = 20_000
/** Code that is on its way gives no sign until it is there, and on the slowest lines that takes long. */
const codeSilenceMs = 120_000
const tickMs = 500

export type Patience = {
  /** Something came, was parsed or was painted. */
  alive: () => void
  stop: () => void
}

/**
 * Gives up on a document of which nothing is heard any more. Silence is counted in ticks of a timer, so that it does not
 * grow while the phone sleeps or the page is busy, and a tab in the background, which paints nothing, is waited for.
 */
export const startPatience = (giveUp: () => void, isLoadingCode: () => boolean = () => false): Patience => {
  let silent = 0
  const timer = setInterval(() => {
    silent = document.hidden ? 0 : silent + tickMs
    if (silent >= (isLoadingCode() ? codeSilenceMs : silenceMs)) giveUp()
  }, tickMs)
  return {
    alive: () => {
      silent = 0
    },
    stop: () => clearInterval(timer),
  }
}

/** How many bytes have come, told no more often than one can read it. */
export const throttledProgress = (tell: (received: number) => void): ((received: number) => void) => {
  let told = 0
  return (received) => {
    if (performance.now() - told < 150) return
    told = performance.now()
    tell(received)
  }
}
