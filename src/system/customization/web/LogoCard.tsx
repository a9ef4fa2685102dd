import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { pictureProblem, pictureTypes } from '#web/ui/pictureFile.ts'
import { SliderField } from '#web/ui/SliderField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { toast } from '#web/ui/toast.ts'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Customization, customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { customizationLimits } from '../customization.limits.ts'
import { useRemoveLogo, useToggleLogo, useUpdateLogoSize, useUploadLogo } from './customization.queries.ts'

export const LogoCard = ({ customization }: { customization: Customization }) => {
  const words = useWords(customizationEn).logo
  const { logoUrl, logoName, showLogo, logoSize } = customization
  const toggle = useToggleLogo()
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        {logoUrl === null ? (
          <p className="text-muted">{words.none}</p>
        ) : (
          <>
            <Shown logoUrl={logoUrl} logoName={logoName} logoSize={logoSize} />
            <SwitchField
              label={words.show}
              hint={words.showHint}
              value={showLogo}
              onChange={(next) => toggle.mutate({ body: { showLogo: next } })}
            />
            {showLogo && <SizeField logoSize={logoSize} />}
          </>
        )}
        <UploadForm />
      </div>
    </Card>
  )
}

const Shown = ({ logoUrl, logoName, logoSize }: { logoUrl: string; logoName: string | null; logoSize: number }) => {
  const words = useWords(customizationEn).logo
  const remove = useRemoveLogo()
  const ask = async () => {
    const { title, text, confirm: yes, done } = words.removal
    if (await confirm({ title, text, confirm: yes, isDanger: true })) remove.mutate(undefined, { onSuccess: () => toast.success(done) })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-background p-4">
      <div className="flex min-w-0 flex-col gap-2">
        <img src={logoUrl} alt={words.alt} style={{ height: logoSize }} className="max-w-full self-start object-contain" />
        {logoName && (
          <p dir="auto" className="text-muted text-sm wrap-anywhere">
            {logoName}
          </p>
        )}
      </div>
      <Button icon={<Trash2 />} isPending={remove.isPending} onPress={ask}>
        {words.remove}
      </Button>
    </div>
  )
}

const RESTED_MS = 300

/** Every step is shown at once, and the last one is saved. */
const SizeField = ({ logoSize }: { logoSize: number }) => {
  const words = useWords(customizationEn).logo
  const { mutate } = useUpdateLogoSize()
  const [chosen, setChosen] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const choose = (next: number) => {
    setChosen(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      mutate({ body: { logoSize: next } })
      setChosen(undefined)
    }, RESTED_MS)
  }
  const value = chosen ?? logoSize
  return (
    <SliderField
      label={words.size}
      hint={words.sizeHint}
      value={value}
      said={words.pixels(value)}
      min={customizationLimits.logoSizeMin}
      max={customizationLimits.logoSizeMax}
      step={customizationLimits.logoSizeStep}
      onChange={choose}
    />
  )
}

const UploadForm = () => {
  const words = useWords(customizationEn).logo
  const { failures } = useWords(customizationEn)
  const upload = useUploadLogo()
  const form = useForm(customizationApi.uploadLogo, {
    initial: {},
    send: (filled) => upload.mutateAsync(filled),
    failure: failures.uploadLogo,
    check: (_, file) => ({ logo: pictureProblem(file, words.notImage) }),
    onDone: () => {
      form.reset()
      toast.success(words.done)
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FileField label={words.choose} hint={words.hint} accept={pictureTypes} {...form.fileField()} />
      <FormError text={form.error} />
      {form.sent && <UploadProgress sent={form.sent} />}
      {form.file && (
        <Button
          type="submit"
          variant="primary"
          isPending={form.isSending}
          pendingText={words.submitting}
          className="self-start max-md:self-stretch"
        >
          {words.submit}
        </Button>
      )}
    </form>
  )
}
