import type { Translate } from '#i18n/translate.ts';

/**
 * Choices of a filter by the chain's methods, which is what lists are kept by: transfers that pages call
 * so are InvokeContract there.
 */
export const methodOptions = (
  t: Translate,
  methods: readonly string[],
): { value: string; label: string }[] =>
  methods.map((value) => ({
    value,
    label: value === 'InvokeContract' ? t('message.invokeContract') : value,
  }));
