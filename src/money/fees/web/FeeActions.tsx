import { ChevronRight } from 'lucide-react'
import { shownName } from '#contract/shownName.ts'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'
import { NotesField, ReasonFields } from './FeeCells.tsx'
import { useEditedFee } from './FeeEditing.tsx'
import { useMarkPaid } from './fees.queries.ts'
import { useFeeName } from './useFeeName.ts'

export type RowActions = {
  details: (fee: Fee) => void
  markUnpaid: (fee: Fee) => void
  /** Called with the payment that Mark Paid has made. */
  paid: (payment: Payment) => void
  load: () => void
}
type Props = { fee: Fee; actions: RowActions }

/** Actions of a row; Save and Cancel while it is edited. */
export const FeeActions = (props: Props) => {
  const { draft } = useEditedFee()
  return draft?.id === props.fee._id ? <EditButtons /> : <RowButtons {...props} />
}

const EditButtons = () => {
  const words = useWords(feesEn).editing
  const { save, cancel, isSaving } = useEditedFee()
  return (
    <>
      <ReasonFields />
      <NotesField />
      <div className="flex flex-wrap justify-end gap-2 cards:justify-start">
        <Button onPress={cancel} isDisabled={isSaving}>
          {words.cancel}
        </Button>
        <Button variant="primary" onPress={() => void save()} isPending={isSaving} pendingText={words.saving}>
          {words.save}
        </Button>
      </div>
    </>
  )
}

const RowButtons = ({ fee, actions }: Props) => {
  const all = useWords(feesEn)
  const words = all.list
  const nameOf = useFeeName()
  const { start, left } = useEditedFee()
  const heard = (action: string) => words.of(action, (fee.student && shownName(fee.student)) || all.unknownStudent, nameOf(fee))
  return (
    <div className="-mx-3 flex flex-wrap items-center justify-end cards:justify-start">
      <Button variant="quiet" className="px-3!" aria-label={heard(words.edit)} autoFocus={left === fee._id} onPress={() => start(fee)}>
        {words.edit}
      </Button>
      <MarkButton fee={fee} actions={actions} heard={heard} />
      <IconButton label={heard(words.details)} onHoverStart={actions.load} onPress={() => actions.details(fee)}>
        <ChevronRight />
      </IconButton>
    </div>
  )
}

const MarkButton = ({ fee, actions, heard }: Props & { heard: (action: string) => string }) => {
  const words = useWords(feesEn).list
  const { markPaid, isPending } = useMarkPaid(actions.paid)
  const mayNotVoid = useRefusal('managersVoid')
  if (fee.paid && mayNotVoid) return null
  const text = fee.paid ? words.markUnpaid : words.markPaid
  return (
    <Button
      variant="quiet"
      className="px-3!"
      isPending={isPending}
      pendingText={words.updating}
      aria-label={heard(isPending ? words.updating : text)}
      onPress={() => (fee.paid ? actions.markUnpaid(fee) : markPaid(fee))}
    >
      {text}
    </Button>
  )
}
