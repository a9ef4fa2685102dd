import { limits } from '#contract/limits.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { type Customization, customizationApi } from '../../customization.contract.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { useUpdateSystemName } from '../customization.queries.ts'
import { LogoUpload } from './LogoUpload.tsx'
import { StepFrame } from './StepFrame.tsx'
import { type StepProps, useStep } from './useStep.ts'

/** The name of the hall. */
export const NameStep = ({ customization, ...props }: StepProps & { customization: Customization }) => {
  const words = useWords(setupEn)
  const update = useUpdateSystemName()
  const form = useStep({
    ...props,
    step: 'name',
    stored: { systemName: customization.systemName },
    judge: (values) => customizationApi.updateSystemName.body.safeParse(values),
    send: ({ systemName }) => update.mutateAsync({ body: { systemName } }),
  })
  const { logoUrl, showLogo, logoSize } = customization
  const preview = (
    <SignInPreview systemName={form.values.systemName} logoUrl={showLogo ? logoUrl : null} logoSize={Math.min(logoSize, MAX_LOGO)} />
  )
  return (
    <StepFrame title={words.steps.name} form={form} preview={preview} onSkip={props.onDone}>
      <TextField
        label={words.name.label}
        hint={words.name.hint}
        autoComplete="organization"
        maxLength={limits.systemName}
        isRequired
        {...form.field('systemName')}
      />
      <LogoUpload logoUrl={logoUrl} />
    </StepFrame>
  )
}

/** The same as on the sign-in page. */
const MAX_LOGO = 80

type SignInPreviewProps = Pick<Customization, 'systemName' | 'logoUrl' | 'logoSize'>

const SignInPreview = ({ systemName, logoUrl, logoSize }: SignInPreviewProps) => {
  const words = useWords(setupEn).name
  return (
    <figure>
      <figcaption className="mb-1 text-muted text-sm">{words.signIn}</figcaption>
      <div className="flex min-h-40 flex-col items-center justify-center gap-3 rounded-lg border border-line bg-background p-6 text-center">
        {logoUrl && <img src={logoUrl} alt="" style={{ height: logoSize }} className="max-w-full object-contain" />}
        <p dir="auto" className="max-w-full font-display font-semibold text-xl wrap-anywhere">
          {systemName}
        </p>
      </div>
    </figure>
  )
}
