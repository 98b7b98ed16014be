"""The contents of the sample application and its words in each language.

The key of a text is the id of the control that shows it.
"""

COUNTRIES = ("Germany", "Japan", "Korea", "France")
PAYMENTS = ("invoice", "card")
ITEMS = {"Apple": 1.20, "Pear": 1.45, "Plum": 0.95}
SUPPLIERS = ("North orchard", "South orchard", "Market hall")
HISTORY = (
    "1041   佐藤 花子   3 × Apple",
    "1040   Jürgen Weiß   12 × Plum",
    "1039   田中 一郎   1 × Pear",
    "1038   김민준   6 × Apple",
    "1037   Zoë Lefèvre   2 × Pear",
)
FIRST_NUMBER = 1042
MAX_QUANTITY = 99
MAX_DISCOUNT = 50

# The menu bar: (menu, its items).
MENUS = (
    ("file", ("file-new", "file-open", "file-save-as", "file-quit")),
    ("edit", ("edit-undo", "edit-clear")),
    ("view", ("view-totals",)),
)

# Dialogs: the entry and the buttons each one holds.
DIALOGS = {
    "details": ("reference", ("details-cancel", "details-apply")),
    "save-as": ("save-as-name", ("save-as-cancel", "save-as-save")),
    "open": ("open-name", ("open-cancel", "open-open")),
}
# The details dialog once a second Save was asked for in it.
DETAILS_WITH_SAVE = ("reference", ("details-cancel", "save2"))

TEXTS = {
    "en": {
        "window": "Orders", "tabs": "Pages", "toolbar": "Main",
        "file": "File", "file-new": "New", "file-open": "Open…", "file-save-as": "Save As…", "file-quit": "Quit",
        "edit": "Edit", "edit-undo": "Undo", "edit-clear": "Clear", "view": "View", "view-totals": "Show totals",
        "new": "New", "save": "Save", "save2": "Save", "template": "Template",
        "tab-order": "Order", "tab-items": "Items", "tab-history": "History",
        "recipient": "Recipient", "delivery": "Delivery", "payment": "Payment",
        "customer": "Customer", "street": "Street", "notes": "Notes", "pin": "PIN",
        "express": "Express delivery", "invoice": "Invoice", "card": "Card",
        "country": "Country", "Germany": "Germany", "Japan": "Japan", "Korea": "Korea", "France": "France",
        "quantity": "Quantity", "discount": "Discount", "details": "Details…",
        "suppliers": "Suppliers", "items": "Items", "column-item": "Item", "column-price": "Price",
        "Apple": "Apple", "Pear": "Pear", "Plum": "Plum", "delete": "Delete", "total": "Total", "history": "History",
        "dialog-details": "Order details", "reference": "Reference",
        "details-cancel": "Cancel", "details-apply": "Apply",
        "dialog-save-as": "Save As", "save-as-name": "Name", "save-as-cancel": "Cancel", "save-as-save": "Save",
        "dialog-open": "Open", "open-name": "Name", "open-cancel": "Cancel", "open-open": "Open",
        "dialog-cover": "Messages", "cover-text": "No new messages.", "cover-close": "Close",
        "ready": "Ready", "saved": "Saved order {}", "cleared": "Cleared", "fresh": "New order {}",
        "deleted": "Deleted {}", "restored": "Restored {}", "nothing": "Nothing to undo",
        "applied": "Details applied", "opened": "Opened {}",
    },
    "de": {
        "window": "Bestellungen", "tabs": "Seiten", "toolbar": "Haupt",
        "file": "Datei", "file-new": "Neu", "file-open": "Öffnen…", "file-save-as": "Speichern unter…",
        "file-quit": "Beenden", "edit": "Bearbeiten", "edit-undo": "Rückgängig", "edit-clear": "Leeren",
        "view": "Ansicht", "view-totals": "Summen zeigen",
        "new": "Neu", "save": "Speichern", "save2": "Speichern", "template": "Vorlage",
        "tab-order": "Bestellung", "tab-items": "Artikel", "tab-history": "Verlauf",
        "recipient": "Empfänger", "delivery": "Lieferung", "payment": "Bezahlung",
        "customer": "Kunde", "street": "Straße", "notes": "Notizen", "pin": "PIN",
        "express": "Expressversand", "invoice": "Rechnung", "card": "Karte",
        "country": "Land", "Germany": "Deutschland", "Japan": "Japan", "Korea": "Korea", "France": "Frankreich",
        "quantity": "Menge", "discount": "Rabatt", "details": "Details…",
        "suppliers": "Lieferanten", "items": "Artikel", "column-item": "Artikel", "column-price": "Preis",
        "Apple": "Apfel", "Pear": "Birne", "Plum": "Pflaume", "delete": "Löschen", "total": "Summe",
        "history": "Verlauf", "dialog-details": "Bestelldetails", "reference": "Referenz",
        "details-cancel": "Abbrechen", "details-apply": "Übernehmen",
        "dialog-save-as": "Speichern unter", "save-as-name": "Name", "save-as-cancel": "Abbrechen",
        "save-as-save": "Speichern",
        "dialog-open": "Öffnen", "open-name": "Name", "open-cancel": "Abbrechen", "open-open": "Öffnen",
        "dialog-cover": "Nachrichten", "cover-text": "Keine neuen Nachrichten.", "cover-close": "Schließen",
        "ready": "Bereit", "saved": "Bestellung {} gespeichert", "cleared": "Geleert", "fresh": "Neue Bestellung {}",
        "deleted": "{} gelöscht", "restored": "{} wiederhergestellt", "nothing": "Nichts rückgängig zu machen",
        "applied": "Details übernommen", "opened": "{} geöffnet",
    },
}
