#!/bin/sh
# Makes the PDF, DOCX and DOC manuals from src/*.html. Needs LibreOffice 7 or later.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

office() {
  filter=$1
  shift
  soffice "-env:UserInstallation=file://$work/profile" --headless \
    --convert-to "$filter" --outdir "$work" "$@"
}

# The HTML import prints its footer on odd pages alone; by way of DOCX it is on every page.
office "docx:MS Word 2007 XML" --infilter="HTML (StarWriter)" src/*.html
office pdf:writer_pdf_Export "$work/northwind-hp-240-service-manual.docx"
office "doc:MS Word 97" "$work/refrigerant-safety-handbook.docx"

cp "$work/northwind-hp-240-service-manual.pdf" .
cp "$work/alder-boiler-installation-guide.docx" .
cp "$work/refrigerant-safety-handbook.doc" .
