import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import { leftOutCount } from './useImport.ts'
import type { Register } from './useRegister.ts'

type Props = {
  register: Register
  isImporting: boolean
  canImport: boolean
  needsReason: boolean
  /** Why the import failed; otherwise the failure of the last check is shown. */
  failure: string | undefined
  onImport: () => void
}

/** The buttons of the second step and why the last attempt failed, always in view. */
export const ImportBar = ({ register, isImporting, canImport, needsReason, failure, onImport }: Props) => {
  const words = useWords(rosterEn)
  const { checked, error, isChecking, check, undo } = register
  const [ready, others] = [checked.students.length, leftOutCount(register)]
  return (
    <div
      data-footer
      className="sticky bottom-[calc(1rem+var(--bar,0px))] z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface p-2 shadow-lg max-md:[&>*]:grow"
    >
      <div className="basis-full empty:hidden">
        <FormError text={failure ?? error} />
      </div>
      <Button
        variant="primary"
        isDisabled={!canImport}
        isPending={isImporting || isChecking}
        pendingText={isImporting ? words.importing : words.checking}
        onPress={onImport}
      >
        {others === 0 ? words.import(ready) : ready === 0 ? words.nobodyReady : words.importSome(ready, others)}
      </Button>
      {needsReason && ready > 0 && <span className="text-muted text-sm">{words.reasonFirst}</span>}
      {error !== undefined && (
        <Button isPending={isChecking} onPress={() => void check()}>
          {words.recheck}
        </Button>
      )}
      {undo && (
        <Button isDisabled={isImporting} onPress={undo}>
          {words.undo}
        </Button>
      )}
    </div>
  )
}
