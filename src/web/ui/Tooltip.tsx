import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** Shows the text on hover and focus of its button. What it says must also be the button's label. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <TooltipTrigger delay={500}>
    {children}
    <AriaTooltip offset={4} className="rounded bg-ink px-2 py-1 text-background text-sm">
      {text}
    </AriaTooltip>
  </TooltipTrigger>
)
