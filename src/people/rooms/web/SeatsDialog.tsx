import { type FormEvent, useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { roomsEn } from '../rooms.en.ts'
import { type Rooms, seatTags } from '../rooms.shapes.contract.ts'
import { useSetSeats } from './rooms.queries.ts'
import { useTagNames } from './tagNames.ts'

type Props = { rooms: Rooms['rooms']; seats: number; onClose: () => void }

const whole = (typed: string): number => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** The typed values; blank means that nothing changes. */
const blank = { from: '', to: '', room: '', labels: '', prefix: '', first: '1', women: '', ac: '', window: '', charger: '' }
type Draft = typeof blank

/** Returns the change as the call sends it. */
const changeOf = (draft: Draft) => {
  const tagged = (choice: string) => seatTags.filter((tag) => draft[tag] === choice)
  const prefix = draft.prefix.trim()
  const labels = draft.labels === 'new' ? { prefix, ...(draft.first.trim() !== '' && { first: whole(draft.first) }) } : null
  return {
    from: whole(draft.from),
    to: whole(draft.to || draft.from),
    ...(draft.room !== '' && { roomId: draft.room === 'none' ? null : draft.room }),
    ...(draft.labels !== '' && { labels }),
    addTags: tagged('yes'),
    removeTags: tagged('no'),
  }
}

/** The fields of this form for those of the call whose names differ. */
const fieldNames: Record<string, keyof Draft> = { roomId: 'room', 'labels.prefix': 'prefix', 'labels.first': 'first' }

const problemOf = (thrown: unknown, failed: string) => {
  const found = (thrown instanceof CallError && thrown.fields) || {}
  const fields = Object.fromEntries(Object.entries(found).map(([name, text]) => [fieldNames[name] ?? name, text]))
  return { text: errorText(thrown, failed), fields }
}

/** Changes the room, labels and tags of seats from one number to another. */
export const SeatsDialog = ({ rooms, seats, onClose }: Props) => {
  const words = useWords(roomsEn).range
  const save = useSetSeats()
  const [draft, setDraft] = useState<Draft>({ ...blank, to: String(seats), from: '1' })
  const [problem, setProblem] = useState<{ text: string; fields: Record<string, string> }>()
  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    error: problem?.fields[name],
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    try {
      await save.mutateAsync({ body: changeOf(draft) })
      toast.success(words.done)
      onClose()
    } catch (thrown) {
      setProblem(problemOf(thrown, words.failed))
    }
  }
  const tagNames = useTagNames()
  const choices = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ]
  return (
    <Dialog title={words.title} isOpen onClose={onClose} isDismissable={!save.isPending} keepsWhatIsTyped>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <div className="grid grid-cols-2 gap-4">
          <TextField label={words.from} inputMode="numeric" autoComplete="off" isRequired autoFocus {...field('from')} />
          <TextField label={words.to} inputMode="numeric" autoComplete="off" isRequired {...field('to')} />
        </div>
        <SelectField
          label={words.room}
          placeholder={words.unchanged}
          options={[...rooms.map(({ _id, name }) => ({ value: _id, label: name })), { value: 'none', label: words.noRoom }]}
          {...field('room')}
        />
        <SelectField
          label={words.labels}
          placeholder={words.unchanged}
          options={[
            { value: 'new', label: words.labelled },
            { value: 'none', label: words.unlabelled },
          ]}
          {...field('labels')}
        />
        {draft.labels === 'new' && (
          <>
            <div className="grid grid-cols-2 gap-4">
              <TextField label={words.prefix} autoComplete="off" {...field('prefix')} />
              <TextField label={words.first} inputMode="numeric" autoComplete="off" {...field('first')} />
            </div>
            <Example draft={draft} />
          </>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          {seatTags.map((tag) => (
            <SelectField key={tag} label={words.tag(tagNames[tag])} placeholder={words.unchanged} options={choices} {...field(tag)} />
          ))}
        </div>
        <FormError text={problem?.text} />
        <DialogActions>
          <Button onPress={onClose} isDisabled={save.isPending}>
            {words.cancel}
          </Button>
          <Button type="submit" variant="primary" isPending={save.isPending} pendingText={words.saving}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The labels that the typed values give. */
const Example = ({ draft }: { draft: Draft }) => {
  const words = useWords(roomsEn).range
  const { from, to, labels } = changeOf(draft)
  if (!labels || !(to >= from)) return null
  const { prefix, first } = labels
  if (first === undefined) return prefix === '' || from !== to ? null : <p className="text-muted text-sm">{words.exampleOne(prefix)}</p>
  const text = from === to ? words.exampleOne(`${prefix}${first}`) : words.example(`${prefix}${first}`, `${prefix}${first + to - from}`)
  return <p className="text-muted text-sm wrap-anywhere">{text}</p>
}
