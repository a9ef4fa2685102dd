import { today } from '#web/api/timeZone.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import type { noticesApi } from '../notices.contract.ts'
import { noticeLimits } from '../notices.contract.ts'
import { noticesEn } from '../notices.en.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import { type Notice, NoticeType } from '../notices.shapes.contract.ts'
import { AttachmentField } from './AttachmentField.tsx'
import { priorityOf } from './priority.ts'
import { TargetPicker } from './TargetPicker.tsx'

type Form = ReturnType<typeof useForm<typeof noticesApi.update>> | ReturnType<typeof useForm<typeof noticesApi.create>>
type FormParts = Pick<
  ReturnType<typeof useForm<typeof noticesApi.update>>,
  'field' | 'toggle' | 'fileField' | 'set' | 'values' | 'isSending'
>

type Props = { form: Form /** The notice being edited. */; notice?: Notice }

/** The fields of a new or edited notice. */
export const NoticeFields = ({ form, notice }: Props) => {
  const words = useWords(manageNoticesEn)
  const { priorities: levels } = useWords(noticesEn)
  const { field, toggle, fileField, values, isSending: isDisabled } = form as FormParts
  const type = NoticeType.options.find((each) => each === values.type) ?? 'banner'
  const priorities = Array.from({ length: noticeLimits.priority + 1 }, (_, value) => ({
    value: String(value),
    label: words.form.priorityOption(value, levels[priorityOf(value)]),
  })).toReversed()
  const beside = 'flex-1 basis-[12rem]'
  return (
    <>
      <TextField label={words.form.title} isRequired autoFocus isDisabled={isDisabled} {...field('title')} />
      <TextArea label={words.form.content} isRequired rows={5} isDisabled={isDisabled} {...field('content')} />
      <div className="flex flex-wrap gap-4">
        <SelectField
          label={words.form.type}
          options={NoticeType.options.map((value) => ({ value, label: words.types[value] }))}
          hint={words.typeHints[type]}
          isDisabled={isDisabled}
          className={beside}
          {...field('type')}
        />
        <SelectField
          label={words.form.priority}
          hint={words.form.priorityHint}
          options={priorities}
          isDisabled={isDisabled}
          className={beside}
          {...field('priority')}
        />
      </div>
      <div className="flex flex-wrap gap-4">
        <DateField
          label={words.form.publishAt}
          hint={words.form.publishHint}
          isDisabled={isDisabled}
          className={beside}
          {...field('publishAt')}
        />
        <DateField
          label={words.form.expiresAt}
          hint={words.form.expiresHint}
          {...(!notice && { min: today() })}
          isDisabled={isDisabled}
          className={beside}
          {...field('expiresAt')}
        />
      </div>
      <SwitchField label={words.form.everyone} isDisabled={isDisabled} {...toggle('targetAllUsers')} />
      {values.targetAllUsers !== true && (
        <TargetPicker field={field('targetUsers')} present={notice?.targetUsers ?? []} isDisabled={isDisabled} />
      )}
      <AttachmentField field={fileField()} isDisabled={isDisabled} present={notice && { notice, removal: toggle('removeAttachment') }} />
      <SwitchField label={words.form.isActive} hint={words.form.activeHint} isDisabled={isDisabled} {...toggle('isActive')} />
      {notice && <SwitchField label={words.form.showAgain} isDisabled={isDisabled} {...toggle('showAgain')} />}
    </>
  )
}
