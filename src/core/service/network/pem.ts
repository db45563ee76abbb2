/** The certificates of a file in PEM, each as it stands there; what stands around them is left out. */
export function certificatesIn(text: string): readonly string[] {
  const found = text.match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[A-Za-z\d+/=\s]+-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  return found ?? [];
}
