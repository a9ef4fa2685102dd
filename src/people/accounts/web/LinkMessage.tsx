import { ButtonLink } from '#web/ui/Button.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { OpenPage } from './OpenPage.tsx'

type LinkMessageProps = { title: string; text: string; toLogin: string }

/** What a one-time link has to say instead of its form: that it is of no use, or that all is done. */
export const LinkMessage = ({ title, text, toLogin }: LinkMessageProps) => {
  useDocumentTitle(title)
  return (
    <OpenPage title={title} text={text}>
      <ButtonLink to="/login" variant="primary">
        {toLogin}
      </ButtonLink>
    </OpenPage>
  )
}
