const barLength = 24

const number = new Intl.NumberFormat('en-IN')
const percents = new Intl.NumberFormat('en-IN', { style: 'percent' })

export type Progress = {
  /** Counts another file as done. */
  step: () => void
  /** Prints a line, above the progress bar if there is one. */
  say: (sentence: string) => void
  /** Removes the progress bar. */
  end: () => void
}

type Output = { write: (text: string) => unknown; isTTY?: boolean; columns?: number }

const millisecondsBetween = 100

/** A progress bar on a terminal; otherwise one line for each tenth. */
export const showProgress = (total: number, output: Output): Progress => {
  let done = 0
  let drawnAt = 0
  const share = () => (total === 0 ? 1 : Math.min(1, done / total))
  const counts = () => `${number.format(done)} of ${number.format(total)}`
  const draw = () => {
    const filled = Math.round(share() * barLength)
    const line = `[${'#'.repeat(filled)}${'.'.repeat(barLength - filled)}] ${percents.format(share())}  ${counts()}`
    output.write(`\r${line.slice(0, (output.columns || 80) - 1)}\x1B[K`)
    drawnAt = performance.now()
  }
  const clear = () => output.write('\r\x1B[K')
  const tenth = () => Math.floor(share() * 10)
  if (output.isTTY) draw()
  return {
    step: () => {
      const before = tenth()
      done++
      if (output.isTTY && (performance.now() - drawnAt >= millisecondsBetween || done === total)) draw()
      if (!output.isTTY && tenth() > before) output.write(`${counts()}\n`)
    },
    say: (sentence) => {
      if (output.isTTY) clear()
      output.write(`${sentence}\n`)
      if (output.isTTY) draw()
    },
    end: () => void (output.isTTY && clear()),
  }
}
