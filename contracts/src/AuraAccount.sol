// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC7913SignatureVerifier} from "@openzeppelin/contracts/interfaces/IERC7913.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {ERC7913WebAuthnVerifier} from "@openzeppelin/contracts/utils/cryptography/verifiers/ERC7913WebAuthnVerifier.sol";
import {IAuraAccount} from "./interfaces/IAuraAccount.sol";

/// @notice See IAuraAccount. An account is a clone of one contract, made by AuraAccountFactory. That contract checks the
/// passkeys itself, since a call of another one would cost each payment 4,000 gas more.
contract AuraAccount is IAuraAccount, ERC7739, ERC7913WebAuthnVerifier {
    uint256 private constant STAYS = type(uint256).max;
    uint256 private constant NOTICE = 48 hours;

    uint256 private constant WALLET_BYTES = 20;
    uint256 private constant PASSKEY_BYTES = 84;

    bytes32 private constant CALL = keccak256("Call(address to,uint256 value,bytes data)");
    bytes32 private constant CALLS = keccak256(
        "Calls(Call[] calls,uint256 nonce,uint256 deadline)Call(address to,uint256 value,bytes data)"
    );

    /// @inheritdoc IAuraAccount
    address public immutable verifier;

    /// @inheritdoc IAuraAccount
    mapping(bytes32 id => uint256 time) public validUntil;

    /// @inheritdoc IAuraAccount
    mapping(uint256 word => uint256 bits) public usedNonces;

    /// @dev Number of keys that stay; from the first key on never 0.
    uint256 private _staying;

    modifier onlyByItself() {
        if (msg.sender != address(this)) revert OnlyByItself();
        _;
    }

    /// @dev What the clones share has no key and gets none.
    constructor() EIP712("AuraAccount", "1") {
        verifier = address(this);
        _staying = 1;
    }

    receive() external payable {}

    /// @inheritdoc IAuraAccount
    function setUp(bytes calldata key) external {
        if (_staying != 0) revert AlreadySetUp();
        _addKey(key);
    }

    /// @inheritdoc IAuraAccount
    function execute(Call[] calldata calls, uint256 nonce, uint256 deadline, bytes calldata signature) external {
        if (block.timestamp > deadline) revert CallsExpired(deadline);
        (uint256 word, uint256 bit) = (nonce >> 8, 1 << (nonce & 0xff));
        if (usedNonces[word] & bit != 0) revert NonceUsed(nonce);
        if (!_rawSignatureValidation(_digest(calls, nonce, deadline), signature)) revert InvalidSignature();

        usedNonces[word] |= bit;
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory result) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            Address.verifyCallResult(success, result);
        }
    }

    /// @inheritdoc IAuraAccount
    function addKey(bytes calldata key) external onlyByItself {
        _addKey(key);
    }

    /// @inheritdoc IAuraAccount
    function removeKey(bytes32 id) external onlyByItself {
        if (validUntil[id] != STAYS) revert KeyDoesNotStay();
        if (_staying == 1) revert LastKey();

        _staying -= 1;
        validUntil[id] = block.timestamp + NOTICE;
        emit KeyLeaving(id, block.timestamp + NOTICE);
    }

    /// @inheritdoc IAuraAccount
    function keepKey(bytes32 id) external onlyByItself {
        uint256 until = validUntil[id];
        if (until == STAYS || block.timestamp >= until) revert KeyDoesNotLeave();

        _staying += 1;
        validUntil[id] = STAYS;
        emit KeyStays(id);
    }

    /// @inheritdoc IAuraAccount
    function isKey(bytes calldata key) external view returns (bool) {
        return _signs(keccak256(key));
    }

    function _addKey(bytes calldata key) private {
        bytes32 id = keccak256(key);
        if (_signs(id)) revert KeyExists();
        if (!_isUsable(key)) revert UnusableKey();

        _staying += 1;
        validUntil[id] = STAYS;
        emit KeyAdded(id, key);
    }

    function _signs(bytes32 id) private view returns (bool) {
        return block.timestamp < validUntil[id];
    }

    function _isUsable(bytes calldata key) private view returns (bool) {
        address first = address(bytes20(key));
        if (key.length == WALLET_BYTES) return first != address(0) && first != address(this);
        if (key.length != PASSKEY_BYTES || first != verifier) return false;
        return P256.isValidPublicKey(bytes32(key[20:52]), bytes32(key[52:84]));
    }

    /// @dev Of what the account has to sign, `hash`, and of its signature, whether a key made it.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        if (signature.length == 0) return false;
        uint256 end = 1 + uint256(uint8(signature[0]));
        if (signature.length < end) return false;
        bytes calldata key = signature[1:end];
        if (!_signs(keccak256(key))) return false;
        if (key.length == WALLET_BYTES) {
            return SignatureChecker.isValidSignatureNowCalldata(address(bytes20(key)), hash, signature[end:]);
        }
        // Another key's verifier is not asked: none was added with one.
        return verify(key[WALLET_BYTES:], hash, signature[end:]) == IERC7913SignatureVerifier.verify.selector;
    }

    function _digest(Call[] calldata calls, uint256 nonce, uint256 deadline) private view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            hashes[i] = keccak256(abi.encode(CALL, calls[i].to, calls[i].value, keccak256(calls[i].data)));
        }
        return _hashTypedDataV4(keccak256(abi.encode(CALLS, keccak256(abi.encodePacked(hashes)), nonce, deadline)));
    }
}
