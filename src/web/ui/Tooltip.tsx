import type { ReactElement } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import type { PressProps } from './PlainButton.tsx'

/** Shows the text on hover and focus of its button. What it says must also be the button's label. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement<PressProps> }) => (
  <TooltipTrigger delay={500}>
    <Focusable>{children as ReactElement<PressProps, string>}</Focusable>
    <AriaTooltip offset={4} className="rounded bg-ink px-2 py-1 text-background text-sm">
      {text}
    </AriaTooltip>
  </TooltipTrigger>
)
