/** Maximum time without progress before opening a document fails. */
const silenceMs = 20_000
/** Loading code reports no progress until it is complete, which takes long on the slowest connections. */
const codeSilenceMs = 120_000
const tickMs = 500

export type Patience = {
  /** Called when anything was received, parsed or painted. */
  alive: () => void
  stop: () => void
}

/**
 * Fails a document that makes no progress. The time is counted in ticks of a timer, so that it does not advance while the phone sleeps or
 * the page is busy; background tabs, which do not paint, do not time out.
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

/** Reports the number of received bytes, throttled so that it stays readable. */
export const throttledProgress = (tell: (received: number) => void): ((received: number) => void) => {
  let told = 0
  return (received) => {
    if (performance.now() - told < 150) return
    told = performance.now()
    tell(received)
  }
}
