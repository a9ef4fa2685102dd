import type { DocumentInput, ReadDocument } from './document.ts'
import type { FirstPageInput } from './firstPage.ts'
import type { Paper } from './paperShape.ts'
import type { AttachedInput, AttachedPicture, IconInput, PictureInput, SizedPicture, SizesInput } from './picture.ts'
import type { ReadRows } from './sheet.ts'
import type { SheetInput } from './sheetRow.ts'

/** The jobs of the working process: file paths and small options in, plain data and bytes out. */
export type Jobs = {
  picture: { input: PictureInput; output: Uint8Array }
  icon: { input: IconInput; output: Uint8Array }
  pictureSizes: { input: SizesInput; output: SizedPicture }
  attachedPicture: { input: AttachedInput; output: AttachedPicture }
  document: { input: DocumentInput; output: ReadDocument }
  firstPage: { input: FirstPageInput; output: Uint8Array | null }
  sheet: { input: SheetInput; output: ReadRows }
  paper: { input: Paper; output: Uint8Array }
}
export type JobName = keyof Jobs

/** The message of the server, and the reply. */
export type Order = { [J in JobName]: { job: J; input: Jobs[J]['input'] } }[JobName]
export type Outcome = { output: Jobs[JobName]['output'] } | { failure: string }

// Each job loads its own library, so that a process has only what its kind of work needs.
const perform = async (order: Order): Promise<Jobs[JobName]['output']> => {
  switch (order.job) {
    case 'picture':
      return (await import('./picture.ts')).shrinkPicture(order.input)
    case 'icon':
      return (await import('./picture.ts')).makeIcon(order.input)
    case 'pictureSizes':
      return (await import('./picture.ts')).paintSizes(order.input)
    case 'attachedPicture':
      return (await import('./picture.ts')).paintAttached(order.input)
    case 'document':
      return (await import('./document.ts')).readDocument(order.input)
    case 'firstPage':
      return (await import('./firstPage.ts')).paintFirstPage(order.input)
    case 'sheet':
      return (await import('./sheet.ts')).readRows(order.input)
    case 'paper':
      return (await import('./paper.ts')).drawPaper(order.input)
  }
}

const outcomeOf = async (order: Order): Promise<Outcome> => {
  try {
    return { output: await perform(order) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Does one job after the other for the parent process, and ends with it. */
export const doJobs = (): void => {
  // A terminal or a supervisor sends its signals to this process too; the server decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(0))
  process.on('message', (order: Order) => {
    void outcomeOf(order).then((outcome) => process.connected && process.send?.(outcome))
  })
}
