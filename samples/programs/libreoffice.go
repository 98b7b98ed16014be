package programs

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// quiet are the settings of a fresh profile that keep LibreOffice from greeting,
// tipping and asking: path, name, value.
var quiet = [][3]string{
	{"/org.openoffice.Office.Common/Misc", "FirstRun", "false"},
	{"/org.openoffice.Office.Common/Misc", "ShowTipOfTheDay", "false"},
	{"/org.openoffice.Office.Common/Save/Document", "WarnAlienFormat", "false"},
	{"/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"},
	{"/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"},
}

// Calc is LibreOffice Calc with a sheet of these texts, saved as [SheetName] in its
// home. Its profile shows no dialog of a first start and offers to recover nothing.
// The program itself is a child of the one that is started (measured with 7.4: its
// first start in a profile ends with status 81 and wants to be started again, which
// the starter does).
func Calc(rows [][]string) Program {
	return Program{
		Name: "soffice", Package: "libreoffice-calc",
		Args:   []string{"--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck", "--calc"},
		Env:    []string{"SAL_USE_VCLPLUGIN=gtk3"}, // the package libreoffice-gtk3
		Window: "LibreOffice Calc",
		Prepare: func(home string) ([]string, error) {
			profile := filepath.Join(home, "libreoffice")
			if err := writeProfile(filepath.Join(profile, "user")); err != nil {
				return nil, fmt.Errorf("make profile: %w", err)
			}
			sheet := filepath.Join(home, SheetName)
			if err := WriteSheet(sheet, rows); err != nil {
				return nil, err
			}
			at := url.URL{Scheme: "file", Path: profile}
			return []string{"-env:UserInstallation=" + at.String(), sheet}, nil
		},
	}
}

// SheetName is the file of [Calc] in its home; the window's title starts with it.
const SheetName = "orders.fods"

func writeProfile(dir string) error {
	var b strings.Builder
	b.WriteString(xml.Header + `<oor:items xmlns:oor="http://openoffice.org/2001/registry">` + "\n")
	for _, s := range quiet {
		fmt.Fprintf(&b, `<item oor:path="%s"><prop oor:name="%s" oor:op="fuse"><value>%s</value></prop></item>`+"\n", s[0], s[1], s[2])
	}
	b.WriteString("</oor:items>\n")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "registrymodifications.xcu"), []byte(b.String()), 0o600)
}

const (
	sheetHead = xml.Header + `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
		`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
		`office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">` +
		`<office:body><office:spreadsheet><table:table table:name="Sheet1">` + "\n"
	sheetFoot = "</table:table></office:spreadsheet></office:body></office:document>\n"
)

// WriteSheet writes a spreadsheet with one sheet, "Sheet1", as flat OpenDocument
// (.fods), which is plain XML: a test can read what LibreOffice saved. What is a
// number becomes one.
func WriteSheet(path string, rows [][]string) error {
	var b strings.Builder
	b.WriteString(sheetHead)
	for _, row := range rows {
		b.WriteString("<table:table-row>")
		for _, v := range row {
			kind := `office:value-type="string"`
			if _, err := strconv.ParseFloat(v, 64); err == nil {
				kind = fmt.Sprintf(`office:value-type="float" office:value="%s"`, v)
			}
			fmt.Fprintf(&b, "<table:table-cell %s><text:p>", kind)
			if err := xml.EscapeText(&b, []byte(v)); err != nil {
				return fmt.Errorf("write sheet: %w", err)
			}
			b.WriteString("</text:p></table:table-cell>")
		}
		b.WriteString("</table:table-row>\n")
	}
	b.WriteString(sheetFoot)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		return fmt.Errorf("write sheet: %w", err)
	}
	return nil
}

// ReadSheet returns the texts of the first sheet of a flat OpenDocument file, as
// [WriteSheet] or LibreOffice wrote it, without the empty rows and cells at the
// ends that LibreOffice adds to fill the sheet.
func ReadSheet(path string) ([][]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read sheet: %w", err)
	}
	var doc struct {
		Rows []struct {
			Repeated int `xml:"number-rows-repeated,attr"`
			Cells    []struct {
				Repeated int      `xml:"number-columns-repeated,attr"`
				Text     []string `xml:"p"`
			} `xml:"table-cell"`
		} `xml:"body>spreadsheet>table>table-row"`
	}
	if err := xml.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("read sheet %s: %w", path, err)
	}
	var rows [][]string
	skipped := 0
	for _, r := range doc.Rows {
		var row []string
		gap := 0
		for _, c := range r.Cells {
			text := strings.Join(c.Text, "\n")
			if text == "" {
				gap += max(c.Repeated, 1)
				continue
			}
			row = append(row, make([]string, gap)...)
			gap = 0
			for range max(c.Repeated, 1) {
				row = append(row, text)
			}
		}
		if row == nil {
			skipped += max(r.Repeated, 1)
			continue
		}
		rows = append(rows, make([][]string, skipped)...)
		skipped = 0
		for range max(r.Repeated, 1) {
			rows = append(rows, row)
		}
	}
	return rows, nil
}
