import { roomsApi } from '#people/rooms/rooms.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { lockersApi } from '../lockers.contract.ts'
import { lockersEn } from '../lockers.en.ts'
import type { Locker } from '../lockers.shapes.contract.ts'
import { useAddLockers, useSetFees, useUpdateLocker } from './lockers.queries.ts'

export type SetupProps = { onClose: () => void }
export type EditProps = SetupProps & { locker: Locker }

const useRoomOptions = (none: string) => [
  { value: '', label: none },
  ...(useCall(roomsApi.list).data?.rooms ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
]

/** Adds lockers with numbers in a row. */
export const AddDialog = ({ onClose }: SetupProps) => {
  const { range: words, setUp } = useWords(lockersEn)
  const add = useAddLockers()
  const rooms = useRoomOptions(words.noRoom)
  const form = useForm(lockersApi.create, {
    initial: { first: '1', count: '24', prefix: '', keyPrefix: 'K', roomId: '', fee: '' },
    numbers: ['first', 'count', 'fee'],
    send: ({ body }) => add.mutateAsync({ body }),
    failure: setUp.failed,
    onDone: ({ items }) => {
      toast.success(words.done(items.length))
      onClose()
    },
  })
  const { first, count, prefix } = form.values
  const [from, many] = [Number(first), Number(count)]
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <div className="grid grid-cols-2 gap-4">
        <TextField label={words.count} isRequired inputMode="numeric" autoComplete="off" {...form.field('count')} />
        <TextField label={words.first} isRequired inputMode="numeric" autoComplete="off" {...form.field('first')} />
      </div>
      <TextField label={words.prefix} hint={words.prefixHint} autoComplete="off" {...form.field('prefix')} />
      <TextField label={words.keyPrefix} hint={words.keyHint} autoComplete="off" {...form.field('keyPrefix')} />
      <SelectField label={words.room} options={rooms} {...form.field('roomId')} />
      <AmountField label={words.fee} hint={words.feeHint} {...form.field('fee')} />
      {from >= 0 && many >= 1 && (
        <p className="text-muted">{words.preview(`${prefix ?? ''}${from}`, `${prefix ?? ''}${from + many - 1}`)}</p>
      )}
    </FormDialog>
  )
}

/** Changes one locker. */
export const EditDialog = ({ locker, onClose }: EditProps) => {
  const { range, edit: words, setUp } = useWords(lockersEn)
  const update = useUpdateLocker()
  const rooms = useRoomOptions(range.noRoom)
  const form = useForm(lockersApi.update, {
    initial: {
      number: locker.number,
      keyNumber: locker.keyNumber ?? '',
      roomId: locker.room?._id ?? '',
      fee: locker.fee === null ? '' : String(locker.fee),
    },
    sends: 'changes',
    numbers: ['fee'],
    send: ({ body }) => update.mutateAsync({ params: { id: locker._id }, body }),
    failure: setUp.failed,
    onDone: (saved) => {
      toast.success(words.done(saved.number))
      onClose()
    },
  })
  return (
    <FormDialog title={words.title(locker.number)} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <TextField label={words.number} isRequired autoComplete="off" {...form.field('number')} />
      <TextField label={words.key} autoComplete="off" {...form.field('keyNumber')} />
      <SelectField label={range.room} options={rooms} {...form.field('roomId')} />
      <AmountField label={range.fee} hint={words.feeHint} {...form.field('fee')} />
    </FormDialog>
  )
}

/** Changes the monthly fee of all lockers, or of those of one room. */
export const FeesDialog = ({ onClose }: SetupProps) => {
  const { range, edit, fees: words, setUp } = useWords(lockersEn)
  const setFees = useSetFees()
  const rooms = useRoomOptions(words.allRooms)
  const form = useForm(lockersApi.setFees, {
    initial: { roomId: '', fee: '' },
    numbers: ['fee'],
    send: ({ body }) => setFees.mutateAsync({ body }),
    failure: setUp.failed,
    onDone: ({ changed }) => {
      toast.success(words.done(changed))
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <SelectField label={words.room} options={rooms} {...form.field('roomId')} />
      <AmountField label={range.fee} hint={edit.feeHint} {...form.field('fee')} />
    </FormDialog>
  )
}
