import type { ByteSource } from './byteSource.ts'

/** A document shows its first page within 20 seconds, or says that it cannot; one second is for opening and telling. */
const patienceMs = 19_000
/** A slow line may take longer, as long as bytes of the file keep coming. */
const silenceMs = 5_000
/** The reader's own code is fetched once, on a slow line for longer than a document may take. */
const codePatienceMs = 60_000

type Waiting = { source: ByteSource; isLoadingCode: () => boolean; giveUp: () => void }

/**
 * Gives up on a document that does not come. A tab in the background paints nothing, so there the clock does
 * not run out. Answers how to stop waiting.
 */
export const waitWithPatience = ({ source, isLoadingCode, giveUp }: Waiting): (() => void) => {
  const started = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const { at, waiting } = source.activity()
    const coming = waiting && now - at < silenceMs
    if (now - started > (isLoadingCode() ? codePatienceMs : patienceMs) && !document.hidden && !coming) giveUp()
  }, 500)
  return () => clearInterval(timer)
}

/** How many bytes have come, told no more often than one can read it. */
export const toldSlowly = (tell: (received: number) => void): ((received: number) => void) => {
  let told = 0
  return (received) => {
    if (performance.now() - told < 150) return
    told = performance.now()
    tell(received)
  }
}
